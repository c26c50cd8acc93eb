// Keeps the README's tables of settings and of error codes equal to what the program has. Run: npm run readme

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '../server/kernel/app-error.ts'
import { anchorOf } from '../server/kernel/error-doc.ts'
import { meanings } from '../server/openapi/meanings.ts'
import { statusOf } from '../server/openapi/refusals.ts'
import { describeSettings } from '../server/settings/describe-settings.ts'

const readme = fileURLToPath(new URL('../README.md', import.meta.url))
const placeOfErrors = /<!-- errors -->\n[\s\S]*?<!-- \/errors -->/
const place = /<!-- settings -->\n[\s\S]*?<!-- \/settings -->/

/** The README as it must be. */
export function withSettingsTable(text: string): string {
  return text.replace(place, () => `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`)
}

/** Each code with the anchor that refusals name in `doc`. */
export function withErrorTable(text: string): string {
  return text.replace(placeOfErrors, () => `<!-- errors -->\n${errorTable()}\n<!-- /errors -->`)
}

export function readReadme(): string {
  return readFileSync(readme, 'utf8')
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
    return `| ${statusOf(code)} | ${named} | ${meanings[code]} |`
  })
  return ['| status | code | meaning |', '|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) writeFileSync(readme, withErrorTable(withSettingsTable(readReadme())))
