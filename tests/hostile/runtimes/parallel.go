// Goroutines, the collector, and a child.
package main

import (
	"fmt"
	"os/exec"
	"runtime"
)

func main() {
	parts := make(chan int)
	for start := 0; start < 1000; start += 250 {
		go func(start int) {
			sum := 0
			for i := start; i < start+250; i++ {
				sum += i
			}
			parts <- sum
		}(start)
	}
	sum := 0
	for i := 0; i < 4; i++ {
		sum += <-parts
	}
	runtime.GC()
	child := exec.Command("/bin/sh", "-c", "exit 7")
	_ = child.Run()
	fmt.Println(sum, child.ProcessState.ExitCode())
}
