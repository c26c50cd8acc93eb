// `npm run torture`: the disasters of `npm test`, many times over and with other seeds. Ends with 1 if anything was
// lost, and prints the seed with which to make it again.
//
//   npm run torture [-- seconds, default 200] [first seed, default by the day]
//   npm run torture -- --nodes [rounds, default 5] [seed, default by the day] [kind of all rounds]
//   npm run torture -- --copy [verifications, default 20 000] [kills each way, default 5] [seed, default by the day]
//
// An interrupt (Ctrl-C) ends the nodes' storm after its round, with the judgement of what was; a second one at once.

import { systemClock } from '../../server/kernel/clock.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import { findBinaries } from '../postgres/local-server.ts'
import { copyThroughKills } from './copy-killed.ts'
import { runStorm } from './nodes/storm.ts'
import { roundKinds } from './nodes/storm-rounds.ts'
import { runPowerCuts } from './power-cut.ts'

const copiesEachSeed = 6
/** From so many rounds on the end waits for uploads that a blow cut off, which takes up to seven minutes. */
const patientFromRounds = 30

const seedByDay = Math.floor(systemClock.now() / dayMs)

async function cutPower([seconds = '200', firstSeed]: readonly string[]): Promise<number> {
  const until = performance.now() + Number(seconds) * 1000
  let copies = 0
  let failed = 0
  for (let seed = Number(firstSeed ?? seedByDay); performance.now() < until; seed += 1) {
    const cuts = await runPowerCuts({ copies: copiesEachSeed, seed })
    copies += cuts.length
    for (const { wrong, torn } of cuts.filter((cut) => cut.wrong.length > 0)) {
      failed += 1
      console.log(`power cut, seed ${seed}: ${wrong.join('; ')} (${JSON.stringify(torn)})`)
    }
    console.log(`seed ${seed}: ${copies} power cuts so far, ${failed} with a loss`)
  }
  return failed
}

async function stormNodes([rounds = '5', seed, kind]: readonly string[]): Promise<number> {
  if (findBinaries() === undefined) {
    console.log('No PostgreSQL from 15 on is installed: the storm over several nodes is left out.')
    return 0
  }
  // Ends the servers of the storm too.
  process.once('SIGTERM', () => process.exit(1))
  const stopping = new AbortController()
  process.on('SIGINT', () => (stopping.signal.aborted ? process.exit(1) : stopping.abort()))
  const report = await runStorm({
    rounds: Number(rounds),
    seed: Number(seed ?? seedByDay),
    kind: roundKinds.find((known) => known === kind),
    waitsForUploads: Number(rounds) >= patientFromRounds,
    say: (line) => console.log(line),
    signal: stopping.signal,
  })
  console.log(JSON.stringify({ ...report, rounds: report.rounds.length }, undefined, 2))
  return report.wrong.length
}

async function killCopies([
  verifications = '20000',
  kills = '5',
  seed,
]: readonly string[]): Promise<number> {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error('No PostgreSQL from 15 on is installed.')
  const wrong = await copyThroughKills({
    binaries,
    verifications: Number(verifications),
    kills: Number(kills),
    seed: Number(seed ?? seedByDay),
    say: (line) => console.log(line),
  })
  console.log(wrong.length === 0 ? 'Came back equal, by counts and hashes.' : wrong.join('\n'))
  return wrong.length
}

const [first, ...rest] = process.argv.slice(2)
const failed =
  first === '--nodes'
    ? await stormNodes(rest)
    : first === '--copy'
      ? await killCopies(rest)
      : await cutPower(process.argv.slice(2))
process.exitCode = failed > 0 ? 1 : 0
