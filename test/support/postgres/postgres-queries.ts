// Counts the queries that this process has under way on PostgreSQL. What SQLite answers in one turn of the event loop
// takes a way to another process and back there, which a test with a fixed clock must wait for.

import { Client } from 'pg'

/** Returns how many are under way, connections that are being made included. Call it once in a process. */
export function watchQueries(): () => number {
  let underWay = 0
  const begin = () => {
    let isOver = false
    underWay += 1
    return () => {
      if (!isOver) underWay -= 1
      isOver = true
    }
  }
  for (const name of ['query', 'connect'] as const) {
    const original: (this: Client, ...given: unknown[]) => unknown = Client.prototype[name]
    Client.prototype[name] = function watched(this: Client, ...given: unknown[]) {
      const end = begin()
      const callback = given.at(-1)
      if (typeof callback === 'function') {
        const rest = given.slice(0, -1)
        const ended = (...answer: unknown[]) => {
          end()
          return callback(...answer)
        }
        return original.call(this, ...rest, ended)
      }
      const result = original.call(this, ...given)
      if (result instanceof Promise) result.then(end, end)
      else end()
      return result
    } as never
  }
  return () => underWay
}
