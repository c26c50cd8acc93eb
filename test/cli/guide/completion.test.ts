import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc } from '../memory-shell.ts'
import { launcher, launchShell } from '../program/launched-svc.ts'

async function completed(...words: string[]): Promise<readonly string[]> {
  const { status, out, err } = await runSvc(['__complete', '--', ...words])
  assert.deepEqual([status, err], [0, ''])
  return out.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

describe('completion', () => {
  const cases: readonly (readonly [line: string, candidates: readonly string[]])[] = [
    ['ke', ['keys']],
    ['keys ', ['create', 'list', 'rotate', 'revoke', 'mark']],
    ['keys r', ['rotate', 'revoke']],
    ['keys create --e', ['--env', '--expires']],
    ['keys create --env ', ['sandbox', 'live']],
    ['keys create --env l', ['live']],
    ['--data-dir keys ver', ['verifications', 'version']],
    ['--json keys rev', ['revoke']],
    ['verifications submit --id-type p', ['passport']],
    ['verifications list --sta', ['--status']],
    ['webhooks de', ['delete', 'deliveries']],
    ['webhooks replay wh_ --status ', ['delivered', 'failed', 'cancelled']],
    ['webhooks create --timestamp-mode a', ['auto', 'attempt']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['keys revoke key_', []],
    ['verifications submit --front ', []],
    ['nothing of the kind ', []],
  ]
  for (const [line, candidates] of cases) {
    test(`of "svc ${line}" offers ${candidates.join(', ') || 'nothing, so that files are'}`, async () => {
      assert.deepEqual(await completed(...line.split(' ')), candidates)
    })
  }

  test('offers the options of a command and those of every command', async () => {
    const found = await completed('serve', '--')
    for (const option of ['--host', '--port', '--json', '--demo', '--config']) {
      assert.ok(found.includes(option), option)
    }
  })

  test('works in bash once its script is read', async (t) => {
    const written = await runSvc(['completion', 'bash'])
    const script = `
      mkdir -p "$BIN" && ln -s '${launcher}' "$BIN/svc" && PATH="$BIN:$PATH"
      ${written.out}
      COMP_WORDS=(svc keys create --env '') COMP_CWORD=4
      _svc
      printf '%s\\n' "\${COMPREPLY[@]}"
      complete -p svc`
    const { out, err } = await launchShell(t, script, { BIN: join(tempFolder(t), 'bin') }).ended
    assert.equal(err, '')
    assert.deepEqual(out.split('\n').slice(0, 2), ['sandbox', 'live'])
    assert.match(out, /complete -o default -F _svc svc/)
  })

  test('has a script for each shell that it names', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { status, out } = await runSvc(['completion', shell])
      assert.equal(status, 0)
      assert.match(out, new RegExp(`# ${shell} completion of svc[\\s\\S]*__complete`))
    }
    assert.equal((await runSvc(['completion', 'tcsh'])).status, 2)
  })
})
