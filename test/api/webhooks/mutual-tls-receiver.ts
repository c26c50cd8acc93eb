// A receiver that speaks TLS under an authority of its own and lets in nobody but one client.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'
import { answer, startWebhookReceiver } from '../../support/servers/webhook-receiver.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'

interface MutualTlsReceiver {
  readonly url: string
  /** Of the authority that vouches for the receiver. */
  readonly caFile: string
  /** Common names of those who were let in. */
  readonly callers: readonly string[]
}

export async function mutualTlsReceiver(
  t: TestContext,
  clientCertificate: string,
): Promise<MutualTlsReceiver> {
  const authority = await makeAuthority()
  const caFile = join(tempFolder(t), 'receiver-ca.pem')
  writeFileSync(caFile, authority.cert)
  const identity = await certifyServer(authority)
  const callers: string[] = []
  const receiver = await startWebhookReceiver(
    (socket) => {
      if (socket instanceof TLSSocket) callers.push(String(socket.getPeerCertificate().subject.CN))
      socket.write(answer('200 OK'))
    },
    { tls: { ...identity, ca: clientCertificate, requestCert: true, rejectUnauthorized: true } },
  )
  t.after(() => receiver.close())
  return { url: receiver.url.href, caFile, callers }
}
