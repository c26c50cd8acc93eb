// The text of `svc doctor`: groups, worst last so that they stand at the end of a terminal, with what to do.

import texts from '../../data/reference/checks/en.json' with { type: 'json' }
import type { CheckState } from '../../server/doctor/check-names.ts'
import { type CheckTexts, checkText, type ShowValues } from '../../server/doctor/check-text.ts'
import type { CheckGroupJson, CheckResultJson } from '../../server/doctor/doctor-json.ts'
import { isFinding } from '../../server/doctor/roll-up.ts'
import type { Fix } from '../../server/doctor/safe-fixes.ts'
import type { Format, Sink } from '../io.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { spanText } from '../text/from-now.ts'
import { sizeText } from '../text/size-text.ts'

const english: CheckTexts = texts

/** Sizes as other commands write them; instants to the second, UTC. */
const show: ShowValues = {
  language: 'en',
  number: (value) => new Intl.NumberFormat('en-GB').format(value),
  bytes: sizeText,
  duration: (milliseconds) => (milliseconds < 1000 ? `${milliseconds} ms` : spanText(milliseconds)),
  instant: (iso) => iso.replace(/\.\d+/, ''),
}

/** Adds the English words to a result. */
export function toldCheck(result: CheckResultJson) {
  const { finding, advice } = checkText(english, result, show)
  return { ...result, finding, advice: advice ?? null }
}

type ToldCheck = ReturnType<typeof toldCheck>

interface ToldGroup extends Omit<CheckGroupJson, 'checks'> {
  readonly checks: readonly ToldCheck[]
}

const formats: Readonly<Record<CheckState, Format>> = {
  failed: 'red',
  warning: 'yellow',
  not_set_up: 'dim',
  skipped: 'dim',
  well: 'green',
}
const words: Readonly<Record<CheckState, string>> = {
  failed: 'failed',
  warning: 'warning',
  not_set_up: 'not set up',
  skipped: 'not checked',
  well: 'ok',
}
const wordWidth = Math.max(...Object.values(words).map(({ length }) => length))
const indent = ' '.repeat(wordWidth + 4)

export function doctorText(sink: Sink, groups: readonly ToldGroup[]): string {
  const blocks = groups.toReversed().map(({ group, state, checks }) => {
    const title = `${sink.style('bold', english.groups[group])}: ${stateWord(sink, state)}`
    return [title, ...checks.flatMap((check) => checkLines(sink, check))].join('\n')
  })
  return `${blocks.join('\n\n')}\n\n${verdict(groups)}\n`
}

function checkLines(sink: Sink, check: ToldCheck): readonly string[] {
  const word = sink.style(formats[check.state], words[check.state].padEnd(wordWidth))
  // What is in order needs no list, but for the hosts that are called.
  const hasItems = isFinding(check) || check.name === 'outbound_hosts'
  return [
    `  ${word}  ${english.checks[check.name].name}: ${check.finding}`,
    ...(hasItems ? check.items.map((item) => `${indent}- ${item}`) : []),
    ...(check.advice === null ? [] : [`${indent}${sink.style('dim', check.advice)}`]),
  ]
}

function stateWord(sink: Sink, state: CheckState): string {
  return sink.style(formats[state], words[state])
}

function verdict(groups: readonly ToldGroup[]): string {
  const states = groups.flatMap(({ checks }) => checks.map(({ state }) => state))
  const count = (state: CheckState) => states.filter((one) => one === state).length
  return `${states.length} checks: ${count('failed')} failed, ${count('warning')} with a warning, ${count('not_set_up')} not set up, ${count('skipped')} not checked, ${count('well')} ok.`
}

/** One line a repair. */
export function fixLine({ kind, path, command, count }: Fix): string {
  switch (kind) {
    case 'chmod':
      return `Repaired: ${command}`
    case 'folder':
      return `Repaired: made the folder ${path}`
    case 'statistics':
      return `Repaired: renewed the statistics of ${path}`
    case 'staging':
      return `Repaired: deleted ${countedNoun(count, 'leftover')} of interrupted uploads in ${path}`
  }
}
