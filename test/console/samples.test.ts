import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { OpenApiDocument } from '../../console/pages/developer/reference/openapi-document.ts'
import {
  readGroups,
  readOperation,
} from '../../console/pages/developer/reference/read-reference.ts'
import { sampleRequest } from '../../console/pages/developer/samples/sample-request.ts'
import { type SampleLanguage, writeSample } from '../../console/pages/developer/samples/samples.ts'
import { openApiDocument } from '../../server/api/openapi/openapi-document.ts'
import { routesOnPaper } from '../../server/routes.ts'
import { startAppliance } from '../support/running-appliance.ts'
import { tempFolder } from '../support/temp-folder.ts'

const run = promisify(execFile)
const specimens = new URL('../../data/reference/specimens/', import.meta.url)
const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument(routesOnPaper())))
const operations = readGroups(document)
  .flatMap((group) => group.operations)
  .filter(({ kind }) => kind === 'call')
  .map((head) => readOperation(document, head))

/** Takes every way of quoting to its limit. */
const hard = { name: 'L’été d\'Awa "x" \\ $HOME `id`\n<?', list: [1, true, null], empty: {} }

function sample(language: SampleLanguage, id: string, baseUrl = 'https://svc.bank.example/v1') {
  const operation = operations.find((one) => one.id === id)
  assert.ok(operation, id)
  return writeSample(language, sampleRequest(operation, baseUrl))
}

describe('a sample', () => {
  const rows: readonly (readonly [SampleLanguage, string, RegExp])[] = [
    ['curl', 'verifySandbox', /^curl 'https:\/\/svc\.bank\.example\/v1\/kyc\/sandbox\/verify'/],
    ['curl', 'verifySandbox', /-H "Authorization: Bearer \$SVC_API_KEY"/],
    ['curl', 'verify', /-F 'front_image=@front_image\.jpg'/],
    ['curl', 'deleteWebhook', /^curl -X DELETE 'https:\/\/.*\/webhooks\/wh_\w+'/],
    ['curl', 'getVerification', /^curl 'https:\/\/.*\/kyc\/verifications\/ver_\w+' \\\n/],
    ['node', 'verifySandbox', /body: JSON\.stringify\(\{\n {4}'country': 'SN',/],
    ['node', 'verify', /form\.set\('selfie_image', new Blob/],
    ['node', 'getInterface', /^const response = await fetch\('.*openapi\.json', \{\n\}\)/],
    ['python', 'verify', /files=\{\n {8}"front_image": open\("front_image\.jpg", "rb"\),/],
    ['python', 'listUsage', /^import os\n\nimport requests\n\nresponse = requests\.get\(/],
    ['php', 'verify', /'front_image' => new CURLFile\('front_image\.jpg', 'image\/jpeg'\)/],
    ['php', 'revokeApiKey', /CURLOPT_CUSTOMREQUEST => 'DELETE'/],
  ]
  for (const [language, id, expected] of rows) {
    test(`in ${language} of ${id} has ${expected.source.slice(0, 50)}`, () =>
      assert.match(sample(language, id), expected))
  }

  test('leaves no place of a path open, and repeats no request that was meant once', () => {
    for (const { id, method } of operations) {
      const text = sample('curl', id)
      assert.doesNotMatch(text.split('\n')[0] ?? '', /[{}]/, id)
      assert.equal(text.includes('Idempotency-Key'), method === 'POST', id)
    }
  })

  test('never holds a key', () => {
    for (const { id } of operations) {
      for (const language of ['curl', 'node', 'python', 'php'] as const) {
        assert.doesNotMatch(sample(language, id), /Bearer svc_/)
      }
    }
  })
})

describe('any text survives', () => {
  const request = {
    method: 'POST',
    url: 'http://localhost/v1/x',
    needsKey: false,
    isRepeatable: false,
    body: { kind: 'json', value: hard },
  } as const

  test('the shell', () => {
    const text = writeSample('curl', request).replace(/^curl/, 'printf "%s\\0"')
    const { stdout } = spawnSync('sh', ['-c', text], { encoding: 'utf8' })
    assert.deepEqual(JSON.parse(stdout.split('\0').at(-2) ?? ''), hard)
  })

  test('Node', () => {
    const body = /JSON\.stringify\(([\s\S]*)\),\n\}\)\nconst answer/.exec(
      writeSample('node', request),
    )
    const program = `process.stdout.write(JSON.stringify(${body?.[1]}))`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
    assert.equal(stderr, '')
    assert.deepEqual(JSON.parse(stdout), hard)
  })

  test('Python and PHP, as far as their rules of quoting say', () => {
    assert.match(writeSample('python', request), /"L’été d'Awa \\"x\\" \\\\ \$HOME `id`\\n<\?"/)
    assert.match(writeSample('python', request), /True,\n\s+None,/)
    assert.match(writeSample('php', request), /'L’été d\\'Awa "x" \\\\ \$HOME `id`\n<\?'/)
    assert.match(writeSample('php', request), /'empty' => new stdClass\(\)/)
  })
})

test('curl and Node, run as they are shown, make verifications in the sandbox (long)', async (t) => {
  const app = await startAppliance({ withoutProvider: true })
  t.after(() => app.close())
  const folder = tempFolder(t)
  const env = { PATH: process.env.PATH, SVC_API_KEY: app.sandboxKey }
  for (const name of ['front_image.jpg', 'selfie_image.jpg']) {
    copyFileSync(new URL('selfie.jpg', specimens), join(folder, name))
  }
  const runSample = async (language: 'curl' | 'node', id: string, key = app.sandboxKey) => {
    const file = join(folder, `sample.${language === 'node' ? 'mjs' : 'sh'}`)
    writeFileSync(file, `${sample(language, id, app.url)}\n`)
    const command = language === 'node' ? process.execPath : 'sh'
    const { stdout } = await run(command, [file], {
      env: { ...env, SVC_API_KEY: key },
      cwd: folder,
    })
    return JSON.parse(stdout).data
  }
  for (const language of ['curl', 'node'] as const) {
    for (const id of ['verifySandbox', 'verify']) {
      const { status, external_ref: reference } = await runSample(language, id)
      assert.deepEqual([status, reference], ['approved', 'customer-4711'], `${language} ${id}`)
    }
  }
  await assert.rejects(runSample('node', 'verifySandbox', 'svc_sandbox_none'), /unauthenticated/)
})
