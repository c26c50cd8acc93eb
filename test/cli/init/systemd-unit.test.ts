import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc } from '../memory-shell.ts'

/** Overall exposure that the unit may have at most, as `systemd-analyze security` counts it. */
const exposureMax = 1.5

describe('the systemd unit', () => {
  test('is hardened: systemd-analyze security gives it less than 1.5', async (t) => {
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', args, { encoding: 'utf8', timeout: 60_000 })
    if (analyze('--version').status !== 0) return t.skip('systemd-analyze is not on this machine')
    const file = join(tempFolder(t), 'svc.service')
    const { out } = await runSvc(['init', '--print-unit', '--data-dir', '/var/lib/svc/data'])
    writeFileSync(file, out)
    const { stdout } = analyze('security', '--offline=true', '--no-pager', file)
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
    assert.ok(exposure < exposureMax, stdout.split('\n').at(-2))
  })

  test('stops the main process alone, so that its `systemd-notify` is not killed', async () => {
    const { out } = await runSvc(['init', '--print-unit', '--data-dir', '/var/lib/svc/data'])
    assert.match(out, /^KillMode=mixed$/m)
  })

  test('lets the server lower the priority of its decoders, and refuses other calls without killing it', async () => {
    const { out } = await runSvc(['init', '--print-unit', '--data-dir', '/var/lib/svc/data'])
    const [forbidden, ...later] = out.split('SystemCallFilter=').slice(2)
    assert.match(forbidden ?? '', /^~.*@resources/)
    assert.match(later.join(''), /^setpriority$/m)
    assert.match(out, /^SystemCallErrorNumber=EPERM$/m)
  })

  test('reloads by what every machine has: the shell', async () => {
    const { out } = await runSvc(['init', '--print-unit', '--data-dir', '/var/lib/svc/data'])
    const [, program, script] = /^ExecReload=(\S+) -c '(.*)'$/m.exec(out) ?? []
    assert.equal(program, '/bin/sh')
    const args = ['-c', `trap 'echo reloaded' HUP; MAINPID=$$; ${script}`]
    const { stdout } = spawnSync('/bin/sh', args, { encoding: 'utf8', env: { PATH: '' } })
    assert.equal(stdout, 'reloaded\n')
  })

  test('waits for the server to be ready, watches it, and bounds its memory', async () => {
    const { out } = await runSvc(['init', '--print-unit', '--data-dir', '/var/lib/svc/data'])
    for (const line of ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=60', 'MemoryMax=2G']) {
      assert.ok(out.includes(`\n${line}\n`), line)
    }
    // It would abort V8, and a migration would be cut off.
    assert.doesNotMatch(out, /MemoryDenyWriteExecute|TimeoutStartSec=\d/)
  })
})
