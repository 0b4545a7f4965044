#pragma once
// Linear algebra for ratings: as many equations as there are players, all of them dense.

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace zerosum {

// A symmetric positive definite matrix, dense and row-major.
class SymmetricMatrix {
 public:
    explicit SymmetricMatrix(std::size_t size) : size_(size), cells_(size * size) {}
    [[nodiscard]] std::size_t size() const { return size_; }
    double& operator()(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
    double operator()(std::size_t row, std::size_t column) const {
        return cells_[row * size_ + column];
    }

    // Replaces the lower triangle by Cholesky's factor L with L L' = this.
    void factorise() {
        for (std::size_t j = 0; j < size_; ++j) {
            for (std::size_t i = j; i < size_; ++i) {
                double sum = (*this)(i, j);
                for (std::size_t k = 0; k < j; ++k) sum -= (*this)(i, k) * (*this)(j, k);
                (*this)(i, j) = i == j ? std::sqrt(sum) : sum / (*this)(j, j);
            }
        }
    }

    // b becomes L b, after factorise(): independent numbers of variance 1 become numbers whose
    // covariances are the matrix.
    void correlate(std::span<double> b) const {
        for (std::size_t i = size_; i-- > 0;) {
            b[i] *= (*this)(i, i);
            for (std::size_t k = 0; k < i; ++k) b[i] += (*this)(i, k) * b[k];
        }
    }

    // Solves L L' x = b in place, after factorise().
    void solve(std::span<double> b) const {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t k = 0; k < i; ++k) b[i] -= (*this)(i, k) * b[k];
            b[i] /= (*this)(i, i);
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t k = i + 1; k < size_; ++k) b[i] -= (*this)(k, i) * b[k];
            b[i] /= (*this)(i, i);
        }
    }

 private:
    std::size_t size_;
    std::vector<double> cells_;
};

}  // namespace zerosum
