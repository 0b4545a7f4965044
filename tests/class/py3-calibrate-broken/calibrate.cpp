int main() { return calibrate() }
