// Renders the Markdown of OpenAPI descriptions and of the guide. Never raw HTML.

import { Anchor, Code, Title, type TitleOrder } from '@mantine/core'
import { createContext, useContext, useMemo } from 'react'
import { Link } from 'react-router'
import { CodeBlock } from './code-block.tsx'
import classes from './markdown.module.css'
import { type Block, type Inline, type Inlines, parseInlines, parseMarkdown } from './markdown.ts'

/** Returns the fragment of the Developer page that a link leads to; undefined for any other link. */
type FragmentOf = (href: string) => string | undefined

const FragmentContext = createContext<FragmentOf>(() => undefined)

export interface MarkdownTextProps {
  readonly text: string
  readonly fragmentOf?: FragmentOf
  /** Name of a text that has no title in it, for screen readers; English without it. */
  readonly name?: string
}

export function MarkdownText({ text, fragmentOf = () => undefined, name }: MarkdownTextProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <FragmentContext value={fragmentOf}>
      <div className={classes.prose}>
        {blocks.map((block, index) => (
          <BlockView
            key={`block-${index.toString()}`}
            block={block}
            number={index + 1}
            name={name}
          />
        ))}
      </div>
    </FragmentContext>
  )
}

interface BlockViewProps {
  readonly block: Block
  /** Tells apart the blocks of one text that scroll, for screen readers. */
  readonly number: number
  readonly name: string | undefined
}

function BlockView({ block, number, name }: BlockViewProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <InlineViews inlines={block.inlines} />
        </p>
      )
    case 'heading':
      return (
        <Title order={orderOf(block.level)} id={block.id} tabIndex={-1} className={classes.heading}>
          <InlineViews inlines={block.inlines} />
        </Title>
      )
    case 'list':
      return (
        <ul>
          <Items items={block.items} />
        </ul>
      )
    case 'steps':
      return (
        <ol>
          <Items items={block.items} />
        </ol>
      )
    case 'code':
      return <CodeBlock text={block.text} label={`${name ?? 'Code'} ${number.toString()}`} />
    case 'table':
      return (
        <TableView
          head={block.head}
          rows={block.rows}
          label={`${name ?? 'Table'} ${number.toString()}`}
        />
      )
  }
}

/** One deeper than in the text, below the title of the console's page. */
function orderOf(level: number): TitleOrder {
  return Math.min(level + 1, 6) as TitleOrder
}

function Items({ items }: { readonly items: readonly Inlines[] }) {
  return items.map((item, row) => (
    <li key={`item-${row.toString()}`}>
      <InlineViews inlines={item} />
    </li>
  ))
}

interface TableProps {
  readonly head: readonly Inlines[]
  readonly rows: readonly (readonly Inlines[])[]
  /** Accessible name. */
  readonly label: string
}

/** Scrolls when it is too wide, by keyboard too. */
function TableView({ head, rows, label }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={classes.wide} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={`column-${column.toString()}`} scope="col">
                <InlineViews inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={`row-${at.toString()}`}>
              {row.map((cell, column) => (
                <td key={`column-${column.toString()}`}>
                  <InlineViews inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function InlineViews({ inlines }: { readonly inlines: Inlines }) {
  return inlines.map((one, index) => <One key={`part-${index.toString()}`} inline={one} />)
}

function One({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <Code className={classes.code ?? ''}>{inline.text}</Code>
    case 'bold':
      return (
        <strong>
          <InlineViews inlines={parseInlines(inline.text)} />
        </strong>
      )
    case 'emphasis':
      return <em>{inline.text}</em>
    case 'anchor':
      return <span id={inline.id} />
    case 'link':
      return <LinkView text={inline.text} href={inline.href} />
  }
}

function LinkView({ text, href }: { readonly text: string; readonly href: string }) {
  const fragment = useContext(FragmentContext)(href)
  const label = <InlineViews inlines={parseInlines(text)} />
  if (fragment !== undefined) {
    return (
      <Anchor component={Link} to={{ hash: fragment }} underline="always" inherit>
        {label}
      </Anchor>
    )
  }
  return (
    <Anchor href={href} rel="noreferrer" underline="always" inherit>
      {label}
    </Anchor>
  )
}
