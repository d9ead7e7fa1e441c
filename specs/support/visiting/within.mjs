/**
 * Waits for `work`, at most so many milliseconds; never rejects.
 * @returns {Promise<'done' | 'failed' | 'late'>}
 */
export async function within(milliseconds, work) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  try {
    return await Promise.race([
      work.then(
        () => 'done',
        () => 'failed',
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
