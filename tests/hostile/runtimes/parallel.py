"""Threads, a pool of processes, a child with pipes, and an event loop."""
import asyncio
import concurrent.futures
import subprocess
import tempfile


def part(start):
    return sum(range(start, start + 250))


async def wait_for(child):
    process = await asyncio.create_subprocess_exec('/bin/sh', '-c', child)
    return await process.wait()


if __name__ == '__main__':
    with concurrent.futures.ThreadPoolExecutor() as pool:
        total = sum(pool.map(part, (0, 250)))
    try:
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            total += sum(pool.map(part, (500, 750)))
    except PermissionError:  # no semaphores without a /dev/shm of its own: see docs/sandbox.md
        total += part(500) + part(750)
    with tempfile.TemporaryFile() as scratch:
        scratch.write(subprocess.run(['/bin/sh', '-c', 'exit 7'], check=False,
                                     capture_output=True).stdout)
    print(total, asyncio.run(wait_for('exit 7')))
