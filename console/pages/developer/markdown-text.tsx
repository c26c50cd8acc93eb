// Renders the Markdown of OpenAPI descriptions.

import { Anchor, Code } from '@mantine/core'
import { useMemo } from 'react'
import classes from './developer.module.css'
import { type Inline, parseMarkdown } from './markdown.ts'

export function MarkdownText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <div className={classes.prose}>
      {blocks.map((block, index) =>
        block.kind === 'paragraph' ? (
          <p key={`block-${index.toString()}`}>
            <Inlines inlines={block.inlines} />
          </p>
        ) : (
          <ul key={`block-${index.toString()}`}>
            {block.items.map((item, row) => (
              <li key={`item-${row.toString()}`}>
                <Inlines inlines={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((one, index) => <One key={`part-${index.toString()}`} inline={one} />)
}

function One({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <Code className={classes.code ?? ''}>{inline.text}</Code>
    case 'bold':
      return <strong>{inline.text}</strong>
    case 'link':
      return (
        <Anchor href={inline.href} rel="noreferrer" underline="always">
          {inline.text}
        </Anchor>
      )
  }
}
