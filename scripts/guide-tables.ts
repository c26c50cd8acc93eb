// Updates the guide's tables of settings, error codes and retention floors from the program. Run: npm run readme

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultMeanings } from '../server/api/openapi/fault-codes.ts'
import { meanings } from '../server/api/openapi/meanings.ts'
import { httpStatusOf } from '../server/api/openapi/refusals.ts'
import { floorOf } from '../server/erasure/retention-policy.ts'
import { errorCodes } from '../server/kernel/app-error.ts'
import { anchorOf } from '../server/kernel/error-doc.ts'
import { markets } from '../server/markets/market.ts'
import { retentionKinds } from '../server/markets/retention-floors.ts'
import { describeSettings } from '../server/settings/describe-settings.ts'

/** Returns the text with the current table of settings. */
export function withSettingsTable(text: string): string {
  return withTable(text, 'settings', settingsTable())
}

/**
 * Returns the text with the current tables: of error codes, each with the anchor that `doc` of an error links to, and
 * of faults.
 */
export function withErrorTables(text: string): string {
  return withTable(withTable(text, 'errors', errorTable()), 'faults', faultTable())
}

/** Returns the text with the current table of retention floors. */
export function withFloorTable(text: string): string {
  return withTable(text, 'floors', floorTable())
}

/** Puts the table between `<!-- name -->` and `<!-- /name -->`. */
function withTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`]
  return text.replace(new RegExp(`(?<=${start})[^]*?(?=${end})`), () => table)
}

/** Returns the Markdown of a page of the guide. */
export function readGuide(topic: string): string {
  return readFileSync(fileOf(topic), 'utf8')
}

function fileOf(topic: string): string {
  return fileURLToPath(new URL(`../data/guide/${topic}.md`, import.meta.url))
}

function settingsTable(): string {
  const rows = describeSettings().map(({ name, default: preset, secret, unit, help }) => {
    const value = preset === '-' ? 'none' : preset
    const shown = unit === undefined ? value : `${value} ${unit}`
    return `| \`${name}\` | ${shown} | ${secret ? 'Secret. ' : ''}${help} |`
  })
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function errorTable(): string {
  const rows = errorCodes.map((code) => {
    const named = `<a id="${anchorOf(code)}"></a>\`${code}\``
    return `| ${httpStatusOf(code)} | ${named} | ${meanings[code]} |`
  })
  return ['| status | code | meaning |', '|---|---|---|', ...rows].join('\n')
}

function faultTable(): string {
  const rows = Object.entries(faultMeanings).map(
    ([code, meaning]) => `| \`${code}\` | ${meaning} |`,
  )
  return ['| code | meaning |', '|---|---|', ...rows].join('\n')
}

function floorTable(): string {
  const rows = markets.flatMap(({ country }) =>
    retentionKinds.map((kind) => {
      const { years, from, law, source, certainty, ceiling } = floorOf(country, kind)
      const floor = years === 0 ? 'none' : `${years} years`
      const start = from === 'completion' ? 'completion' : 'end of relationship'
      return `| ${country} | \`${kind}\` | ${floor} | ${start} | ${law.en} | ${source} | ${certainty} | ${ceiling.en} |`
    }),
  )
  const titles = 'market | kind | floor | from | ground | source | certainty | upper limit'
  return [`| ${titles} |`, '|---|---|---|---|---|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) {
  writeFileSync(fileOf('retention'), withFloorTable(readGuide('retention')))
  writeFileSync(fileOf('settings'), withSettingsTable(readGuide('settings')))
  writeFileSync(fileOf('errors'), withErrorTables(readGuide('errors')))
}
