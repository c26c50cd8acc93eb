import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refusedSystemNote } from '../../../cli/config/second-system-notes.ts'
import { loadConfig } from '../../../server/config.ts'
import { openEgress } from '../../../server/egress/guard-service.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { findRefusedSystems } from '../../../server/operations/second-systems/second-systems.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('a collector whose name is this machine in the hosts file is refused, a private one is not', async (t) => {
  const folder = tempFolder(t)
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, '127.0.0.1 siem.bank.example\n10.1.2.3 audit.bank.example\n')
  const env = {
    SVC_LOG_FILE: join(folder, 'svc.log'),
    SVC_LOG_SYSLOG: 'tls://siem.bank.example:6514',
    SVC_AUDIT_SYSLOG: 'tls://audit.bank.example:6514',
    SVC_OTLP_URL: 'https://unknown.bank.example:4318',
  }
  const { config } = loadConfig({ profile: 'appliance', env, productDir: folder })
  const egress = openEgress(systemClock, new Set())
  assert.deepEqual((await findRefusedSystems(config, egress, hosts)).map(refusedSystemNote), [
    'SVC_LOG_SYSLOG names siem.bank.example, which is 127.0.0.1 in this machine’s hosts file: nothing is sent there. For a collector on this machine write tls://localhost:6514; its certificate must name localhost. For one on another machine give a name or an address by which other machines reach it; private ranges are allowed.',
  ])
})
