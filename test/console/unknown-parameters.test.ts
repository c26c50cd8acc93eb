import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { keepOfEachKind } from './list-scene.ts'
import { openBrowserScene } from './scene.ts'
import { walkPage } from './walk.ts'

const isolated = (name: string) => `\u2066${name}\u2069`

test('a misspelled parameter of the address is named, and put right', options, async (t) => {
  const scene = await openBrowserScene(t)
  await keepOfEachKind(scene)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/verifications?statsu=declined&country=SN&zzz=1'))
  const unknown = (name: string) =>
    page.getByText(en('address.unknown', { name: isolated(name) })).first()
  await unknown('statsu').waitFor()
  await unknown('zzz').waitFor()
  await clickButton(page, en('address.use', { name: isolated('status') }))
  await unknown('statsu').waitFor({ state: 'detached' })
  await clickButton(page, en('address.remove'))
  await unknown('zzz').waitFor({ state: 'detached' })
  const { searchParams } = new URL(page.url())
  assert.deepEqual(Object.fromEntries(searchParams), {
    environment: 'live',
    country: 'SN',
    status: 'declined',
  })
})

const misspelled = [
  ['administrator', '/approvals?state=pst', 'state', 'pst', 'past'],
  ['administrator', '/overview?period=last_mnth', 'period', 'last_mnth', 'last_month'],
  ['administrator', '/usage?by=tpe', 'by', 'tpe', 'type'],
  ['reviewer', '/reviews?state=clsed', 'state', 'clsed', 'closed'],
  ['reviewer', '/verifications?environment=sandbx', 'environment', 'sandbx', 'sandbox'],
  ['reviewer', '/verifications?dates=toady', 'dates', 'toady', 'today'],
] as const

test('a misspelled value is named, and put right', options, async (t) => {
  const scene = await openBrowserScene(t)
  for (const [role, address, name, value, meant] of misspelled) {
    const page = await scene.openAs(role)
    await page.goto(scene.at(address))
    const words = { name: isolated(name), value: isolated(value) }
    const notice = page.getByText(en('address.unknownValue', words))
    await notice.waitFor()
    await clickButton(page, en('address.use', { name: isolated(meant) }))
    await notice.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get(name), meant)
  }
})

test('what names it reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const open = () => scene.openAs('administrator')
  const settle = async (page: Awaited<ReturnType<typeof open>>) => {
    await page.getByRole('status').filter({ hasText: 'perriod' }).waitFor()
  }
  await walkPage({ open, address: scene.at('/overview?perriod=today'), settle })
})
