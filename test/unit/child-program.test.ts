import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startProgram } from '../support/child-program.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('a program of the tests runs below a folder with a blank and an accent', async (t) => {
  const folder = join(tempFolder(t), 'un café')
  mkdirSync(folder)
  const file = join(folder, 'say.ts')
  writeFileSync(file, "process.stdout.write('here\\n')\n")
  const program = startProgram(t, pathToFileURL(file))
  assert.equal(await program.nextLine(), 'here')
})
