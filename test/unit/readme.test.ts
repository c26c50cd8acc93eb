import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readReadme, withErrorTable, withSettingsTable } from '../../scripts/readme-settings.ts'
import { errorCodes } from '../../server/kernel/app-error.ts'
import { reasonCodes } from '../../server/verifications/reasons.ts'

/** Paths count from the product's folder, or from server/ where the text is about it. */
const places = ['../../', '../../server/', '../../server/providers/'].map(
  (place) => new URL(place, import.meta.url),
)

test('the README’s table of settings is the one the program has (npm run readme)', () => {
  assert.equal(readReadme(), withSettingsTable(readReadme()))
})

test('the README’s table of error codes is the one the program has (npm run readme)', () => {
  assert.equal(readReadme(), withErrorTable(readReadme()))
})

test('the README names every reason a verification can end for', () => {
  const text = readReadme()
  const missing = reasonCodes.filter((code) => !text.includes(`\`${code}\``))
  assert.deepEqual(missing, [])
})

test('the README names every error code that is in use', () => {
  const later = ['verification_pending', 'verification_not_scorable', 'invalid_webhook_url']
  const unused = [...later, 'scoring_unavailable']
  const text = readReadme()
  const codes = errorCodes.filter((code) => !unused.includes(code))
  assert.deepEqual(
    codes.filter((code) => !text.includes(`\`${code}\``)),
    [],
  )
})

test('every file that the README names is there', () => {
  const named = readReadme().matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.(?:ts|js|jpg))`/g)
  const missing = [...named]
    .map(([, path = '']) => path)
    .filter((path) => !places.some((place) => existsSync(new URL(path, place))))
  assert.deepEqual(missing, [])
})

test('the receivers that the console shows are those of the README, to the letter', () => {
  const folder = new URL('../../console/pages/developer/receivers/', import.meta.url)
  const names = globSync('receiver.*', { cwd: folder }).toSorted()
  assert.deepEqual(names, ['receiver.mjs', 'receiver.php', 'receiver.py'])
  const text = readReadme()
  for (const name of names) {
    const receiver = readFileSync(new URL(name, folder), 'utf8')
    assert.ok(text.includes(`\n${receiver}\`\`\``), name)
  }
})
