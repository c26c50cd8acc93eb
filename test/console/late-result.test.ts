// What staff see of a provider that says something else after its final answer.

import { test } from 'node:test'
import { chosenResults, lateScene, searchOf } from '../flow/verification/late-scene.ts'
import { en } from '../support/console-words.ts'
import { openWork } from '../support/scenes/work-scene.ts'
import { options } from './browser.ts'
import { lendPort } from './console-port.ts'
import { standBefore } from './scene.ts'
import { walkPage } from './walk.ts'

test(
  'a later result reads well beside its review in each language, and its job is named',
  options,
  async (t) => {
    const provider = chosenResults()
    const { wrapProvider } = provider
    const work = await openWork({ wrapProvider, settings: await lendPort() })
    const scene = { ...lateScene(work, provider), ...(await standBefore(t, work)) }
    const id = await scene.verified()
    await scene.callBack(id, searchOf(['user-of-another-system']))
    const page = await scene.openAs('reviewer')
    const address = scene.at(`/verifications/${id}`)
    await page.goto(address)
    await page.getByText(en('verifications.detail.provider.answer')).click()
    await page.keyboard.press('p')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(en('verifications.detail.provider.source.callback')).waitFor()
    await page.getByText('5211').waitFor()
    await walkPage({ open: () => scene.openAs('reviewer'), address: scene.at('/reviews') })
    // Another callback within a minute waits for its turn.
    await scene.callBack(id)
    const system = await scene.openAs('administrator')
    await system.goto(scene.at('/system'))
    await system.getByText(en('system.jobs.late')).waitFor()
  },
)
