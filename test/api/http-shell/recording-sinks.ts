// Sinks that keep what is written in memory and remember how they ended.

import type { UploadSink } from '../../../server/http/uploads/upload-files.ts'

interface RecordedSink {
  readonly field: string
  readonly chunks: Buffer[]
  state: 'open' | 'finished' | 'aborted'
}

interface SinkBehaviour {
  /** Called before each chunk is taken. */
  onWrite?(sink: RecordedSink): Promise<void>
  onFinish?(sink: RecordedSink): Promise<void>
  onAbort?(sink: RecordedSink): void
}

export class RecordingSinks {
  readonly all: RecordedSink[] = []
  behaviour: SinkBehaviour = {}

  /** To be given as `openFile`; the result of a sink is its length as text. */
  readonly open = (field: string): UploadSink<string> => {
    const sink: RecordedSink = { field, chunks: [], state: 'open' }
    const { behaviour } = this
    this.all.push(sink)
    return {
      async write(chunk) {
        if (sink.state !== 'open') throw new Error(`write to a sink that is ${sink.state}`)
        await behaviour.onWrite?.(sink)
        // The reader of the form frees each chunk.
        sink.chunks.push(Buffer.from(chunk))
      },
      async finish() {
        if (sink.state !== 'open') throw new Error(`finish of a sink that is ${sink.state}`)
        await behaviour.onFinish?.(sink)
        sink.state = 'finished'
        return `${Buffer.concat(sink.chunks).length} bytes`
      },
      async abort() {
        if (sink.state === 'aborted') throw new Error('aborted twice')
        sink.state = 'aborted'
        behaviour.onAbort?.(sink)
      },
    }
  }

  /** Field and end of every sink since the last call. */
  ends(): string[] {
    return this.all.splice(0).map(({ field, state }) => `${field} ${state}`)
  }
}
