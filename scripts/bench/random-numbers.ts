// Random numbers that a seed fixes, so that a run can be made again.

export type RandomNumbers = () => number

/** Returns a function that returns numbers from 0 to below 1. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns one of `choices`, which has at least one. */
export function pick<Choice>(
  random: RandomNumbers,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
