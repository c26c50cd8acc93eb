// Runs the relays that its arguments name, each `PORT-or-FILE` from and to, until it is killed. In a network namespace
// it stands for the wires to everything but the database.

import { openRelay, type RelayEnd } from './relay.ts'

const ends = process.argv.slice(2).map((text): RelayEnd => {
  return /^\d+$/.test(text) ? { port: Number(text) } : { path: text }
})
for (let at = 0; at + 1 < ends.length; at += 2) {
  const [from, to] = [ends[at], ends[at + 1]]
  if (from !== undefined && to !== undefined) await openRelay(from, to)
}
console.log('relaying')
