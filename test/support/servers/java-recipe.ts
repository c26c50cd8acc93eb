// Compiles and runs the guide's Java receiver.

import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { readGuide } from '../../../scripts/guide-tables.ts'
import type { SignatureVector } from '../signature-vectors.ts'
import { tempFolder } from '../temp-folder.ts'
import { killAfter, type RunningRecipe, readRecipe } from './running-recipe.ts'

const versionMin = 17

/** Why the receiver cannot run here, or false. */
export function javaIsMissing(): string | false {
  const asked = spawnSync('javac', ['--version'])
  const version = Number(/^javac (\d+)/.exec(asked.stdout?.toString() ?? '')?.[1] ?? 0)
  return version >= versionMin ? false : `javac ${versionMin} is not on this machine`
}

/** Reads from each line what `judge` takes, base64, and prints what it answers. */
const judgeProgram = `
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.HashMap;

public class Judge {
  private static byte[] decoded(String text) { return Base64.getDecoder().decode(text); }
  private static String textOf(String text) { return new String(decoded(text), StandardCharsets.UTF_8); }

  public static void main(String[] arguments) throws Exception {
    for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\\n")) {
      String[] parts = line.split(" ", -1);
      Map<String, String> headers = new HashMap<>();
      for (int at = 3; at + 1 < parts.length; at += 2) headers.put(parts[at], textOf(parts[at + 1]));
      System.out.println(Receiver.judge(headers::get, decoded(parts[0]), textOf(parts[1]), Long.parseLong(parts[2])));
    }
  }
}
`

/** Returns the answer of its `judge` to each vector, in order. */
export function judgeWithJava(
  t: TestContext,
  vectors: readonly SignatureVector[],
): readonly number[] {
  const folder = compile(t, { 'Judge.java': judgeProgram })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const lines = vectors.map(({ body_base64: body, secret, now, headers }) =>
    [
      body,
      base64(secret),
      now,
      ...Object.entries(headers).flatMap(([name, value]) => [name, base64(value)]),
    ].join(' '),
  )
  const input = lines.join('\n')
  const { stdout, stderr, status } = spawnSync('java', ['-cp', folder, 'Judge'], { input })
  if (status !== 0) throw new Error(stderr.toString())
  return stdout.toString().trim().split('\n').map(Number)
}

/** Listens on a free port until the test ends. */
export async function startJava(t: TestContext, secret: string): Promise<RunningRecipe> {
  const child = spawn('java', ['-cp', compile(t, {}), 'Receiver'], {
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  killAfter(t, child)
  return readRecipe(child)
}

/** Returns the folder of the compiled receiver and of `more`. */
function compile(t: TestContext, more: Readonly<Record<string, string>>): string {
  const folder = tempFolder(t)
  const sources = { 'Receiver.java': recipe(), ...more }
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
  const files = Object.keys(sources).map((name) => join(folder, name))
  const { status, stderr } = spawnSync('javac', ['-Xlint:all', '-Werror', '-d', folder, ...files])
  if (status !== 0) throw new Error(stderr.toString())
  return folder
}

function recipe(): string {
  const block = /```java\n([\s\S]*?)```/.exec(readGuide('webhooks'))?.[1]
  if (block === undefined) throw new Error('The guide has no receiver for Java')
  return block
}
