// Keeps the README's table of settings equal to the one the program has. Run: npm run readme

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeSettings } from '../server/settings/describe-settings.ts'

const readme = fileURLToPath(new URL('../README.md', import.meta.url))
const place = /<!-- settings -->\n[\s\S]*?<!-- \/settings -->/

/** The README as it must be. */
export function withSettingsTable(text: string): string {
  return text.replace(place, () => `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`)
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

if (import.meta.main) writeFileSync(readme, withSettingsTable(readReadme()))
