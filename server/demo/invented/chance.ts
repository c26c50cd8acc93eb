// A repeatable random generator: the same seed gives the same numbers, so that the demo's invented
// people are the same on every first start. Not for secrets.

export interface Chance {
  /** A number from 0 up to, not including, 1. */
  share(): number
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** @throws Error for an empty list */
  oneOf<Item>(items: readonly Item[]): Item
  /** A copy in another order. */
  shuffled<Item>(items: readonly Item[]): readonly Item[]
}

/** The generator is mulberry32 (Tommy Ettinger, public domain): 32 bits of state. */
export function openChance(seed: number): Chance {
  let state = seed >>> 0

  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (from: number, to: number) => from + Math.floor(share() * (to - from + 1))

  return {
    share,
    between,
    oneOf(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('there is nothing to choose from')
      return item
    },
    shuffled(items) {
      const order = items.map((item) => ({ item, at: share() }))
      return order.sort((left, right) => left.at - right.at).map(({ item }) => item)
    },
  }
}
