/** A symmetric positive definite matrix is the product of its factor and the transposed factor. Rows follow each other. */
export type Factor = Float64Array;

const at = (values: Float64Array, index: number) => values[index] ?? 0;

/** Returns the lower triangular factor of a symmetric positive definite matrix, by Cholesky's method. */
export function factorise(matrix: Float64Array): Factor {
  const size = Math.sqrt(matrix.length);
  const factor = Float64Array.from(matrix);
  for (let column = 0; column < size; column += 1) {
    for (let row = column; row < size; row += 1) {
      let sum = at(factor, row * size + column);
      for (let k = 0; k < column; k += 1) sum -= at(factor, row * size + k) * at(factor, column * size + k);
      factor[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / at(factor, column * size + column);
    }
  }
  return factor;
}

/** Solves `factor × x = right`. */
function solveLower(factor: Factor, right: Float64Array): Float64Array {
  const size = right.length;
  const x = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    for (let k = 0; k < row; k += 1) x[row] = at(x, row) - at(factor, row * size + k) * at(x, k);
    x[row] = at(x, row) / at(factor, row * size + row);
  }
  return x;
}

/** Solves `factor' × x = right`. For standard normal `right`, the covariance of `x` is the inverse of the matrix. */
export function solveUpper(factor: Factor, right: Float64Array): Float64Array {
  const size = right.length;
  const x = Float64Array.from(right);
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let k = row + 1; k < size; k += 1) x[row] = at(x, row) - at(factor, k * size + row) * at(x, k);
    x[row] = at(x, row) / at(factor, row * size + row);
  }
  return x;
}

/** Solves `matrix × x = right` for the matrix of the factor. */
export const solve = (factor: Factor, right: Float64Array): Float64Array =>
  solveUpper(factor, solveLower(factor, right));
