// Runs the guide's PHP receiver under PHP's own web server.

import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { readGuide } from '../../../scripts/guide-tables.ts'
import type { SignatureVector } from '../signature-vectors.ts'
import { tempFolder } from '../temp-folder.ts'

/** Why PHP cannot run here, or false. */
export function phpIsMissing(): string | false {
  const asked = spawnSync('php', ['-r', 'echo implode(",", PDO::getAvailableDrivers());'])
  if (asked.status !== 0) return 'php is not on this machine (Debian: php-cli)'
  const hasDriver = asked.stdout.toString().split(',').includes('sqlite')
  return hasDriver ? false : 'php has no pdo_sqlite (Debian: php-sqlite3)'
}

/** Returns the answer of its `judge` to each vector, in order. */
export function judgeWithPhp(
  t: TestContext,
  vectors: readonly SignatureVector[],
): readonly number[] {
  const folder = tempFolder(t)
  const judge = /\/\*\* The status[\s\S]*?\n\}\n/.exec(recipe())?.[0] ?? ''
  const program = `<?php ${judge}
    $vectors = json_decode(stream_get_contents(STDIN), true, 64, JSON_THROW_ON_ERROR);
    echo json_encode(array_map(fn ($one) => judge(
      $one['headers'], base64_decode($one['body_base64']), $one['secret'], $one['now']), $vectors));`
  const file = join(folder, 'judge.php')
  writeFileSync(file, program)
  const input = JSON.stringify(vectors)
  const { stdout, stderr, status } = spawnSync('php', ['-d', 'display_errors=stderr', file], {
    input,
  })
  if (status !== 0 || stderr.length > 0) throw new Error(stderr.toString())
  return z.array(z.number()).parse(JSON.parse(stdout.toString()))
}

interface RunningPhp {
  readonly url: string
  /** Stored bodies by the id of their event. */
  inbox(): Readonly<Record<string, string>>
}

/**
 * Runs the receiver as the guide says to try it, on a free port, until the test ends; without a secret if it is
 * undefined.
 */
export async function startPhp(t: TestContext, secret: string | undefined): Promise<RunningPhp> {
  const folder = tempFolder(t)
  const database = join(folder, 'inbox.db')
  writeFileSync(join(folder, 'receiver.php'), recipe())
  const command = trialCommand()
    .replace('/tmp/inbox.db', () => `'${database}'`)
    .replace('whsec_...', () => `'${secret ?? ''}'`)
    .replace('php -S 127.0.0.1:3000', 'exec php -d display_errors=0 -S 127.0.0.1:0')
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  let port: string | undefined
  for await (const line of createInterface(child.stderr)) {
    port = /\(http:\/\/127\.0\.0\.1:(\d+)\) started/.exec(line)?.[1]
    if (port !== undefined) break
  }
  if (port === undefined) throw new Error('PHP did not say where it listens')
  child.stderr.resume()
  return {
    url: `http://127.0.0.1:${port}/`,
    inbox: () => (readdirSync(folder).includes('inbox.db') ? readInbox(database) : {}),
  }
}

function readInbox(database: string): Readonly<Record<string, string>> {
  const query = `$db = new PDO('sqlite:' . $argv[1]);
    echo json_encode((object) $db->query('SELECT id, body FROM inbox')->fetchAll(PDO::FETCH_KEY_PAIR));`
  const { stdout } = spawnSync('php', ['-r', query, '--', database])
  return z.record(z.string(), z.string()).parse(JSON.parse(stdout.toString()))
}

function trialCommand(): string {
  const command = /`([^`]*php -S 127\.0\.0\.1:3000 receiver\.php)`/.exec(readGuide('webhooks'))?.[1]
  if (command === undefined)
    throw new Error('The guide does not say how to try the receiver for PHP')
  return command
}

function recipe(): string {
  const block = /```php\n([\s\S]*?)```/.exec(readGuide('webhooks'))?.[1]
  if (block === undefined) throw new Error('The guide has no receiver for PHP')
  return block
}
