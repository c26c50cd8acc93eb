// A client that a well-known generator makes of the interface document, in a folder of its own together with
// a program that uses it.

import { execFile } from 'node:child_process'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { documentAsNode } from '../../support/interface-check.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const run = promisify(execFile)
const productDir = fileURLToPath(new URL('../../../', import.meta.url))
const packages = join(productDir, 'node_modules')

interface GeneratedClient {
  /** What the type checker has to say; empty where all is well. */
  check(): Promise<string>
  /** The program, loaded. */
  load(): Promise<unknown>
}

export async function generateClient(t: TestContext): Promise<GeneratedClient> {
  const folder = tempFolder(t)
  const [document, client] = [join(folder, 'openapi.json'), join(folder, 'client.ts')]
  symlinkSync(packages, join(folder, 'node_modules'))
  writeFileSync(document, JSON.stringify(documentAsNode()))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const program = join(folder, 'sandbox-flow.mts')
  copyFileSync(new URL('sandbox-flow.mts', import.meta.url), program)
  await run(process.execPath, [join(packages, 'oazapfts/dist/cli.js'), document, client])
  return {
    async check() {
      const compiler = join(packages, 'typescript/bin/tsc')
      const checked = run(process.execPath, [compiler, '-p', folder])
      return checked.then(
        () => '',
        ({ stdout }: { readonly stdout: string }) => stdout,
      )
    },
    load: () => import(pathToFileURL(program).href),
  }
}

/** As strict as ours, but for one option: the generator hands options on that may be undefined. */
const settings = {
  extends: join(productDir, 'tsconfig.json'),
  compilerOptions: { exactOptionalPropertyTypes: false },
  include: ['*.ts', '*.mts'],
}
