// The decoder process, which decodes images outside the server, one at a time. Its JavaScript may neither write files
// nor start programs.

import { answerToError } from './decode-failure.ts'
import { inspectDecoded } from './decode-image.ts'
import { decoderAnswerBytesMax } from './decode-limits.ts'
import type { DecoderAnswer, DecoderOrder } from './decoder-order.ts'
import type { Frame } from './frames.ts'
import { loadSharp, type Sharp } from './load-sharp.ts'
import { toProviderJpeg } from './provider-copy.ts'
import { toScreenJpeg } from './screen-copy.ts'
import { type OrderReply, serveOrders } from './serve-orders.ts'

/**
 * Every failure here but a lack of processor time is blamed on the image, because the order comes from the server and
 * is trusted.
 */
async function execute(sharp: Sharp, { head, body }: Frame): Promise<OrderReply<DecoderAnswer>> {
  const order = head as DecoderOrder
  const before = process.cpuUsage()
  try {
    switch (order.kind) {
      case 'inspect':
        return [await inspectDecoded(sharp, body, order)]
      case 'provider_copy':
        return [{ kind: 'copied' }, await toProviderJpeg(sharp, body, order.facts, order)]
      case 'screen_copy':
        return [{ kind: 'copied' }, await toScreenJpeg(sharp, body, order.facts, order)]
    }
  } catch (error) {
    const { user, system } = process.cpuUsage(before)
    const { secondsMax } = order
    return [answerToError(error, { processorMs: (user + system) / 1_000, secondsMax })]
  }
}

await serveOrders({
  orderBytesMax: decoderAnswerBytesMax,
  uncollectedBytesMax: 48 * 1024 * 1024,
  load: loadSharp,
  execute,
})
