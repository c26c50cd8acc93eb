// Runs the guide's Node receiver as a client would.

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { readGuide } from '../../../scripts/guide-tables.ts'
import type { SignatureVector } from '../signature-vectors.ts'
import { tempFolder } from '../temp-folder.ts'
import { killAfter, type RunningRecipe, readRecipe } from './running-recipe.ts'

/** Listens on a free port until the test ends. */
export async function startRecipe(t: TestContext, secret: string): Promise<RunningRecipe> {
  const { child } = run(t, [writeRecipe(t)], secret)
  return readRecipe(child)
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
  killAfter(t, child)
  return { child }
}
