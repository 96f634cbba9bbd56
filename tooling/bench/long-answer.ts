/** An answer as long as a small book: prose, lists, tables, code, formulas, Chinese and Thai, over and over. */
const passages = [
  '## Part @\n\nThe **first** thing to know is that this part is about `item @`, which [the handbook](https://example.com/handbook/@) describes in *more* detail than anybody needs. It goes on for a while, as such texts do, and says little that is new.\n\n',
  '- one point about @\n- another, with **weight**\n  - and one below it\n- a third with `code` in it\n\n',
  '| name | amount | note |\n|---|---:|---|\n| item @ | 12.50 | as agreed |\n| other | 3.00 | **open** |\n| third | 148.20 | see part @ |\n\n',
  '```ts\nexport function part@(value: number): string {\n  // What was said above, as a program.\n  const rounded = Math.round(value * 100) / 100;\n  return `${rounded} of part @`;\n}\n```\n\n',
  'It follows that $a_@ = \\frac{1}{@}$ and\n\n$$\n\\sum_{k=1}^{@} k = \\frac{n(n+1)}{2}\n$$\n\n',
  '這一段是關於第 @ 項的說明，內容包含申請流程、所需文件以及審核時間。請在提出申請之前確認所有資料皆已備齊，**逾期恕不受理**。\n\n',
  'ส่วนที่ @ อธิบายขั้นตอนการขอลาพักร้อน เอกสารที่ต้องใช้ และระยะเวลาในการอนุมัติ กรุณาตรวจสอบข้อมูลให้ครบถ้วนก่อนยื่นคำขอ\n\n',
  '1. first of @\n2. second of @\n\n> A word of caution about @: nobody reads this far.\n\n',
];

/** Returns this many tokens of some four characters, cut as models do. */
export function longAnswer(tokens: number): string[] {
  const pieces: string[] = [];
  for (let part = 1; pieces.length < tokens; part += 1) {
    const text = (passages[part % passages.length] ?? '').replaceAll('@', String(part));
    pieces.push(...(text.match(/[^]{1,4}/gu) ?? []));
  }
  return pieces.slice(0, tokens);
}
