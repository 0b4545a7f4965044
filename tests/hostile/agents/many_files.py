"""Makes more files than anybody needs."""
import time
for number in range(3000):
    open('file-%d' % number, 'w').close()
time.sleep(1000)
