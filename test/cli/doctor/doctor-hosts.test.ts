import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DoctorCheckName } from '../../../server/doctor/check-names.ts'
import { settingRows } from '../../../server/settings/setting-rows.ts'
import { install } from '../installation.ts'

interface Told {
  readonly groups: readonly {
    readonly checks: readonly { readonly name: string; readonly items: readonly string[] }[]
  }[]
}

test('svc doctor lists the host of every setting that names one to be called', async (t) => {
  const installation = await install(t)
  const secret = 'a-secret-of-enough-letters-for-all-1'
  const urls = {
    SVC_SMILE_BASE_URL: 'https://identity.example',
    SVC_SCORING_URL: 'https://engine.example/v1',
    SVC_OIDC_ISSUER: 'https://directory.example',
    SVC_AUDIT_SYSLOG: 'tls://audit.example:6514',
    SVC_AUDIT_WEBHOOK_URL: 'https://audit.example/hook',
    SVC_LOG_SYSLOG: 'tls://log.example:6514',
    SVC_LOG_WEBHOOK_URL: 'https://log.example/hook',
    SVC_OTLP_URL: 'https://traces.example:4318',
    SVC_BACKUP_S3_ENDPOINT: 'https://store.example:9000',
    SVC_IMAGES_URL: 's3://kyc/images?endpoint=https://images.example&region=eu-west-3',
    SVC_VIRUS_SCANNER: 'tcp://127.0.0.1:3310',
  }
  const own = ['SVC_PUBLIC_URL', 'SVC_URL']
  // Of PostgreSQL another scene is opened, which has to reach it.
  const database = ['SVC_DATABASE_URL', 'SVC_DATABASE_OWNER_URL']
  const named = settingRows
    .map(({ name }) => name)
    .filter((name) => /_(?:URL|SYSLOG|ISSUER|ENDPOINT|SCANNER)$/.test(name))
  assert.deepEqual(named.toSorted(), [...Object.keys(urls), ...own, ...database].toSorted())
  const env = {
    ...urls,
    SVC_SMILE_PARTNER_ID: '1234',
    SVC_SMILE_API_KEY: secret,
    SVC_SCORING_TOKEN: secret,
    SVC_OIDC_CLIENT_ID: 'svc',
    SVC_OIDC_CLIENT_SECRET: secret,
    SVC_OIDC_HOSTS: 'keys.example',
    SVC_AUDIT_WEBHOOK_SECRET: secret,
    SVC_LOG_FILE: join(installation.folder, 'svc.log'),
    SVC_LOG_WEBHOOK_SECRET: secret,
    SVC_BACKUP_TO: 's3://bucket/prefix',
    SVC_BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
    SVC_BACKUP_S3_KEY_ID: 'key',
    SVC_BACKUP_S3_SECRET_KEY: secret,
    SVC_IMAGES_S3_KEY_ID: 'key',
    SVC_IMAGES_S3_SECRET_KEY: secret,
  }
  const { out } = await installation.svc(['doctor', '--json', '--only', 'egress,settings'], { env })
  const { groups }: Told = JSON.parse(out)
  const itemsOf = (name: DoctorCheckName) =>
    groups.flatMap(({ checks }) => checks).find((check) => check.name === name)?.items
  assert.deepEqual(itemsOf('settings'), [])
  const items = itemsOf('outbound_hosts') ?? []
  for (const [name, url] of Object.entries(urls)) {
    const host = url
      .replace(/^s3:.*endpoint=/, '')
      .replace(/^\w+:\/\//, '')
      .replace(/[/&].*/, '')
    assert.ok(items.includes(`${host} (${name})`), `${name}: ${items.join(', ')}`)
  }
  assert.ok(items.includes('keys.example (SVC_OIDC_HOSTS)'))
})
