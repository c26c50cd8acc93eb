// Updates the guide's tables of settings and error codes from the program. Run: npm run readme

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { meanings } from '../server/api/openapi/meanings.ts'
import { httpStatusOf } from '../server/api/openapi/refusals.ts'
import { errorCodes } from '../server/kernel/app-error.ts'
import { anchorOf } from '../server/kernel/error-doc.ts'
import { describeSettings } from '../server/settings/describe-settings.ts'

const errorsPlace = /<!-- errors -->\n[\s\S]*?<!-- \/errors -->/
const settingsPlace = /<!-- settings -->\n[\s\S]*?<!-- \/settings -->/

/** Returns the text with the current table of settings. */
export function withSettingsTable(text: string): string {
  return text.replace(
    settingsPlace,
    () => `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`,
  )
}

/** Returns the text with the current table of error codes, each with the anchor that `doc` of an error links to. */
export function withErrorTable(text: string): string {
  return text.replace(errorsPlace, () => `<!-- errors -->\n${errorTable()}\n<!-- /errors -->`)
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

if (import.meta.main) {
  writeFileSync(fileOf('settings'), withSettingsTable(readGuide('settings')))
  writeFileSync(fileOf('errors'), withErrorTable(readGuide('errors')))
}
