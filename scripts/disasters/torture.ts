// `npm run torture`: the disasters of `npm test`, many times over and with other seeds. Ends with 1 if anything was
// lost, and prints the seed with which to make it again.
//
//   npm run torture [-- seconds, default 200] [first seed, default by the day]

import { systemClock } from '../../server/kernel/clock.ts'
import { runPowerCuts } from './power-cut.ts'

const copiesEachSeed = 6
const dayMs = 24 * 60 * 60 * 1000

const seconds = Number(process.argv[2] ?? 200)
const firstSeed = Number(process.argv[3] ?? Math.floor(systemClock.now() / dayMs))
const until = performance.now() + seconds * 1000
let copies = 0
let failed = 0
for (let seed = firstSeed; performance.now() < until; seed += 1) {
  const cuts = await runPowerCuts({ copies: copiesEachSeed, seed })
  copies += cuts.length
  for (const { wrong, torn } of cuts.filter((cut) => cut.wrong.length > 0)) {
    failed += 1
    console.log(`power cut, seed ${seed}: ${wrong.join('; ')} (${JSON.stringify(torn)})`)
  }
  console.log(`seed ${seed}: ${copies} power cuts so far, ${failed} with a loss`)
}
process.exitCode = failed > 0 ? 1 : 0
