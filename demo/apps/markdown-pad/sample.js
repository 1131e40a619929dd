export const SAMPLE = `# Hello, Markdown

Plain text goes in, a **page** comes out. *Try it:* edit anything.

- [x] Headings, lists, quotes
- [x] \`inline code\` and blocks
- [ ] Your great idea

> Writing is thinking you can read back.

## Some code

\`\`\`
const zap = () => 'lightning fast';
\`\`\`

1. Links open safely: [CommonMark](https://commonmark.org)
2. Everything stays on **your** device

---

*Clear the page and begin.*
`;
