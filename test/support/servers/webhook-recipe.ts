// Runs the guide's Node receiver as a client would.

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { readGuide } from '../../../scripts/guide-tables.ts'
import type { SignatureVector } from '../signature-vectors.ts'
import { tempFolder } from '../temp-folder.ts'

interface RunningRecipe {
  readonly url: string
  /** The next line of its stdout. */
  nextLine(): Promise<string | undefined>
}

/** Listens on a free port until the test ends. */
export async function startRecipe(t: TestContext, secret: string): Promise<RunningRecipe> {
  const { child } = run(t, [writeRecipe(t)], secret)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value
  const port = /port (\d+)/.exec((await nextLine()) ?? '')?.[1]
  if (port === undefined) throw new Error('The receiver did not print its port')
  return { url: `http://127.0.0.1:${port}/`, nextLine }
}

/** Returns the answer of its `judge` to each vector, in order. */
export async function judgeWithRecipe(
  t: TestContext,
  vectors: readonly SignatureVector[],
): Promise<readonly number[]> {
  const program = `
    import { text } from 'node:stream/consumers'
    import { judge } from ${JSON.stringify(writeRecipe(t))}
    const bodyOf = (vector) => Buffer.from(vector.body_base64, 'base64')
    const answers = JSON.parse(await text(process.stdin)).map((vector) =>
      judge(vector.headers, bodyOf(vector), vector.secret, vector.now))
    process.stdout.write('\\n' + JSON.stringify(answers), () => process.exit())`
  const { child } = run(t, ['--input-type=module', '--eval', program], 'unused')
  child.stdin.end(JSON.stringify(vectors))
  const printed = await text(child.stdout)
  return z.array(z.number()).parse(JSON.parse(printed.split('\n').at(-1) ?? ''))
}

function writeRecipe(t: TestContext): string {
  const block = /```js\n([\s\S]*?)```/.exec(readGuide('webhooks'))?.[1]
  if (block === undefined) throw new Error('The guide has no receiver for Node')
  const file = join(tempFolder(t), 'receiver.mjs')
  writeFileSync(file, block)
  return file
}

function run(t: TestContext, args: readonly string[], secret: string) {
  const child = spawn(process.execPath, args, {
    env: { WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return { child }
}
