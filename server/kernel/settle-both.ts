// Waits for two things that share a third, so that neither still uses it when the other has failed and it is closed.

/** Returns both results once both have ended. @throws what the first failed with, else what the second did */
export async function settleBoth<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  await Promise.allSettled([first, second])
  return Promise.all([first, second])
}
