// A pool of threads, streams, a child process, and the collector at work.
import java.util.stream.LongStream;

public class Parallel {
    public static void main(String[] words) throws Exception {
        byte[][] waste = new byte[64][];
        for (int i = 0; i < 2000; i++) waste[i % 64] = new byte[100000];
        System.gc();
        long sum = LongStream.range(0, 1000).parallel().sum();
        Process child = new ProcessBuilder("/bin/sh", "-c", "exit 7").start();
        System.out.println(sum + " " + child.waitFor());
    }
}
