import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plugin, UserConfig } from 'vite'
import viteConfig from '../../../console/vite.config.ts'

const config: UserConfig = viteConfig

test('the development server asks the server for its API alone, and serves the sources beside it', () => {
  const [proxied = ''] = Object.keys(config.server?.proxy ?? {})
  const isProxied = (path: string) => new RegExp(proxied).test(path)
  for (const path of ['/console/api/me', '/console/api/reviews?state=open']) {
    assert.ok(isProxied(path), path)
  }
  for (const path of ['/console/api/api-context.tsx', '/console/api/use-api.ts?t=1']) {
    assert.ok(!isProxied(path), path)
  }
})

test('components have their styles when the console is served from its sources, and when it is built', () => {
  const main = '/svc/console/main.tsx'
  const button = '/svc/node_modules/@mantine/core/esm/components/Button/Button.module.mjs'
  assert.match(transformed('serve', main), /import '@mantine\/core\/styles\.layer\.css'/)
  assert.equal(transformed('serve', button), '')
  assert.equal(transformed('build', main), '')
  assert.match(transformed('build', button), /import '@mantine\/core\/styles\/Button\.layer\.css'/)
})

/** What the plugin of styles makes of a module without code; empty where it leaves it. */
function transformed(command: 'serve' | 'build', id: string): string {
  const plugin = (config.plugins ?? []).find(isPluginOfStyles)
  const { configResolved, transform } = plugin as unknown as {
    readonly configResolved: (resolved: { readonly command: string }) => void
    readonly transform: (code: string, id: string) => { readonly code: string } | null
  }
  configResolved({ command })
  return transform('', id)?.code ?? ''
}

function isPluginOfStyles(one: unknown): one is Plugin {
  return (one as Plugin | undefined)?.name === 'styles-of-mantine'
}
