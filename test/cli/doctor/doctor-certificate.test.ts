import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { appendFileSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { serverLockFile } from '../../../server/db/server-lock.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'
import { install } from '../installation.ts'
import { startSvc } from '../memory-shell.ts'

test('a certificate that was renewed in its file and not loaded is none that clients see: doctor and metrics say so', async (t) => {
  const { configFile, dataDir, svc } = await install(t)
  const [certFile, keyFile] = [join(dataDir, '../cert.pem'), join(dataDir, '../key.pem')]
  const opsPort = await freePort()
  const put = ({ cert, key }: CertifiedKey) => {
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    chmodSync(keyFile, 0o600)
  }
  const authority = await makeAuthority()
  const [old, renewed] = [await certifyServer(authority), await certifyServer(authority)]
  put(old)
  appendFileSync(
    configFile,
    `\nSVC_TLS_CERT_FILE=${certFile}\nSVC_TLS_KEY_FILE=${keyFile}\nSVC_OPS_PORT=${opsPort}\n`,
  )
  const running = startSvc(['serve', '--port', '0', '--config', configFile])
  t.after(async () => {
    running.signal('SIGTERM')
    await running.ended
  })
  await running.seen('out', '"started"')
  const examined = async () => {
    const { out } = await svc(['doctor', '--json', '--only', 'certificate_expiry'])
    return JSON.parse(out).groups[0].checks[0]
  }
  const shownUntil = async () => {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    return Number(/^svc_tls_not_after_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1]) * 1000
  }
  assert.notEqual((await examined()).code, 'not_loaded')
  put(renewed)
  const until = new X509Certificate(old.cert).validToDate.getTime()
  const { code, values } = await examined()
  assert.deepEqual([code, Date.parse(values.shown_until_at)], ['not_loaded', until])
  assert.equal(await shownUntil(), until)
  // As where another node that shares the data folder holds its lock.
  const certificate = { fingerprint: 'AA', expiresAt: until + 1000 }
  writeFileSync(
    `${serverLockFile(dataDir)}.json`,
    JSON.stringify({ pid: process.pid, certificate }),
  )
  assert.equal(await shownUntil(), until)
  running.signal('SIGHUP')
  await running.seen('out', '"tls_reloaded"')
  assert.notEqual((await examined()).code, 'not_loaded')
})
