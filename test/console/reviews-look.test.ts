import { test } from 'node:test'
import { options } from './browser.ts'
import { openReviewScene } from './review-scene.ts'
import { walkPage } from './walk.ts'

test('the queue reads well in each language, theme and width', options, async (t) => {
  const scene = await openReviewScene(t)
  await scene.queued('DEMO-EXPIRED', { external_ref: 'APP-204931' })
  await scene.queued('DEMO-MISMATCH', { external_ref: 'r'.repeat(128) })
  await scene.omar.post('/reviews/next')
  const open = () => scene.openAs(scene.awa)
  await walkPage({ open, address: scene.at('/reviews') })
})

test(
  'a review reads well while it is decided, in each language, theme and width',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const address = scene.at(`/verifications/${await scene.queued()}?tab=review`)
    await walkPage({
      open: () => scene.openAs(scene.awa),
      address,
      async settle(page, say) {
        await page.getByRole('region', { name: say('reviews.bar.label') }).waitFor()
        await page.keyboard.press('x')
        await page.getByRole('checkbox').first().waitFor()
        await page.keyboard.press('Space')
        await page.getByRole('checkbox', { checked: true }).waitFor()
      },
    })
  },
)
