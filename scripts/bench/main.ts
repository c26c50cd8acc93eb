// `npm run bench`: runs the benchmarks and prints one table. With names, runs those rows, or one extra with its own
// arguments. Progress goes to stderr, the table to stdout; the status is 1 if a line misses its limit.
//
//   npm run bench -- [--list] [--json FILE] [--runs 5] [row...]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine, type Machine, machineLine } from './machine.ts'
import { closingOf, detailsOf, isMissed, type Result, tableOf } from './print-table.ts'
import { type Bench, judge, type Row } from './row.ts'
import { extras, rows } from './rows.ts'

const runsDefault = 5
/** A row that takes longer hangs. The longest that only its name starts takes about half an hour. */
const rowMinutesMax = 60

async function main(args: readonly string[]): Promise<number> {
  const extra = extras.find(({ name }) => name === args[0])
  if (extra) return runScript(extra.script, args.slice(1))
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      json: { type: 'string' },
      runs: { type: 'string', default: String(runsDefault) },
    },
  })
  if (values.list) {
    print(listing())
    return 0
  }
  const unknown = positionals.filter((name) => rows.every((row) => row.name !== name))
  const runs = Number(values.runs)
  if (unknown.length > 0) return refuse(`There is no row ${unknown.join(', ')}.`)
  if (!Number.isInteger(runs) || runs < 1) return refuse('--runs takes a whole number.')
  const chosen = rows.filter(({ name, isByNameOnly }) =>
    positionals.length > 0 ? positionals.includes(name) : isByNameOnly !== true,
  )
  return runRows(chosen, { runs, jsonFile: values.json })
}

async function runRows(
  chosen: readonly Row[],
  { runs, jsonFile }: { readonly runs: number; readonly jsonFile: string | undefined },
): Promise<number> {
  const startedAt = performance.now()
  const machine = describeMachine()
  print(machineLine(machine))
  const results: Result[] = []
  for (const [index, row] of chosen.entries()) {
    const name = `${index + 1}/${chosen.length} ${row.name}`
    say(`${name}: ${row.about}`)
    const ofRow = await runRow(row, { runs, say: (text) => say(`${name}: ${text}`) })
    say(tableOf(ofRow))
    results.push(...ofRow)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  print(`\n${tableOf(results)}\n\n${detailsOf(results)}\n`)
  print(closingOf(results, seconds))
  if (jsonFile !== undefined) writeFileSync(jsonFile, jsonOf({ machine, runs, seconds, results }))
  return results.some(isMissed) ? 1 : 0
}

/** A row that fails is shown as failed, so that the others still run. */
async function runRow(row: Row, bench: Bench): Promise<readonly Result[]> {
  try {
    const measured = await within(rowMinutesMax, row.measure(bench))
    return row.lines.map((line, index) => {
      const result = measured[index]
      if (result === undefined) throw new Error(`${line.label} was not measured`)
      return { row: row.name, line, measured: result, verdict: judge(line, result) }
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    bench.say(`failed: ${error instanceof Error ? error.stack : why}`)
    return row.lines.map((line) => ({
      row: row.name,
      line,
      measured: { kind: 'not-run', why },
      verdict: 'failed',
    }))
  }
}

async function within<Result>(minutes: number, work: Promise<Result>): Promise<Result> {
  const over = AbortSignal.timeout(minutes * 60_000)
  const late = once(over, 'abort').then(() => {
    throw new Error(`took longer than ${minutes} minutes`)
  })
  return Promise.race([work, late])
}

function jsonOf(input: {
  readonly machine: Machine
  readonly runs: number
  readonly seconds: number
  readonly results: readonly Result[]
}): string {
  return `${JSON.stringify({ at: new Date().toISOString(), ...input }, undefined, 2)}\n`
}

function listing(): string {
  const width = Math.max(...[...rows, ...extras].map(({ name }) => name.length)) + 2
  const lineOf = ({ name, about }: { readonly name: string; readonly about: string }) =>
    `  ${name.padEnd(width)}${about}`
  return [
    'Rows of the table:',
    ...rows.filter(({ isByNameOnly }) => isByNameOnly !== true).map(lineOf),
    'Rows by name only, because they take long:',
    ...rows.filter(({ isByNameOnly }) => isByNameOnly === true).map(lineOf),
    'Scripts with a report of their own:',
    ...extras.map(lineOf),
  ].join('\n')
}

function runScript(script: string, args: readonly string[]): Promise<number> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

function refuse(reason: string): number {
  say(`${reason} Names: npm run bench -- --list`)
  return 2
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

// Servers and folders are cleared away when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

// A row that failed may have left something open, which must not keep the command from ending.
process.exit(await main(process.argv.slice(2)))
