import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { demoCommand } from '../../../cli/demo-command.ts'

const cliDir = fileURLToPath(new URL('../../../cli', import.meta.url))

test('the demo of a checkout is started with npm, that of a release with svc', () => {
  assert.equal(demoCommand(), 'npm start')
  assert.equal(demoCommand(true), 'svc serve --demo')
})

test('no text of the command line names npm start where a release says otherwise', () => {
  const files = readdirSync(cliDir, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.startsWith('dist'))
  assert.ok(sources.length > 100, `${sources.length}`)
  const naming = sources.filter((file) => {
    const lines = readFileSync(join(cliDir, file), 'utf8').split('\n')
    return lines.some((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && line.includes('npm start'))
  })
  assert.deepEqual(naming, ['demo-command.ts'])
})
