import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { consoleFolder } from '../../server/http/console-files.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
}

type Build = Readonly<Record<string, Chunk>>

const scriptBytesMax = 250 * 1024

function readBuild(): Build {
  return JSON.parse(readFileSync(join(consoleFolder, 'manifest.json'), 'utf8')) as Build
}

function nameIn(build: Build, isIt: (name: string, chunk: Chunk) => boolean): string {
  const found = Object.entries(build).find(([name, chunk]) => isIt(name, chunk))
  assert.ok(found !== undefined, 'the build has what is looked for')
  return found[0]
}

/** The script of these parts of the build and of all that has to be there before they run. */
function scriptsOf(build: Build, names: readonly string[]): readonly Buffer[] {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of build[name]?.imports ?? []) add(next)
  }
  names.forEach(add)
  return [...seen].map((name) => readFileSync(join(consoleFolder, build[name]?.file ?? '')))
}

for (const language of ['en', 'fr']) {
  test(`the sign-in in ${language} needs at most 250 KB of compressed script`, () => {
    const build = readBuild()
    const names = [
      nameIn(build, (_name, chunk) => chunk.isEntry === true),
      nameIn(build, (name) => name.endsWith('sign-in-page.tsx')),
      nameIn(build, (name) => name.endsWith(`words/${language}.ts`)),
    ]
    const scripts = scriptsOf(build, names)
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
    assert.ok(bytes > 50_000 && bytes <= scriptBytesMax, `${bytes} bytes`)
  })
}

test('charts and calendars come with the pages that need them', () => {
  const build = readBuild()
  const entry = nameIn(build, (_name, chunk) => chunk.isEntry === true)
  for (const script of scriptsOf(build, [entry])) {
    assert.doesNotMatch(script.toString('utf8'), /recharts-|mantine-DatePicker/)
  }
})
