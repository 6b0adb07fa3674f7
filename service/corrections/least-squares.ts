/** Least squares by Householder reflections: Golub and Van Loan, Matrix Computations, 4th edition, algorithm 5.3.2. */

/**
 * Solves min ‖A·x − b‖ for a matrix with at least as many rows as columns, which are linearly independent.
 * @param rows of A; not changed
 */
export function leastSquares(rows: readonly (readonly number[])[], right: readonly number[]): number[] {
  const matrix = rows.map((row) => [...row]);
  const b = [...right];
  const columns = matrix[0]?.length ?? 0;
  for (let column = 0; column < columns; column += 1) reflect(matrix, b, column);
  return backSubstitute(matrix, b, columns);
}

/** Makes the entries below the diagonal of a column zero. */
function reflect(matrix: number[][], b: number[], column: number): void {
  const norm = Math.hypot(...matrix.slice(column).map((row) => row[column] ?? 0));
  const head = matrix[column]?.[column] ?? 0;
  // The sign that does not cancel.
  const alpha = head > 0 ? -norm : norm;
  const v = matrix.map((row, index) => (index < column ? 0 : (row[column] ?? 0) - (index === column ? alpha : 0)));
  const square = v.reduce((sum, entry) => sum + entry * entry, 0);
  if (square === 0) return;
  for (let other = column; other < (matrix[0]?.length ?? 0); other += 1) {
    const dot = matrix.reduce((sum, row, index) => sum + (v[index] ?? 0) * (row[other] ?? 0), 0);
    for (const [index, row] of matrix.entries()) row[other] = (row[other] ?? 0) - (2 * dot * (v[index] ?? 0)) / square;
  }
  const dot = b.reduce((sum, entry, index) => sum + entry * (v[index] ?? 0), 0);
  for (const [index, entry] of b.entries()) b[index] = entry - (2 * dot * (v[index] ?? 0)) / square;
}

function backSubstitute(matrix: readonly (readonly number[])[], b: readonly number[], columns: number): number[] {
  const x = Array.from({ length: columns }, () => 0);
  for (let row = columns - 1; row >= 0; row -= 1) {
    let rest = b[row] ?? 0;
    for (let column = row + 1; column < columns; column += 1) rest -= (matrix[row]?.[column] ?? 0) * (x[column] ?? 0);
    x[row] = rest / (matrix[row]?.[row] ?? 0);
  }
  return x;
}
