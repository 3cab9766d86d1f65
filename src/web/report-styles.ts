/** The style sheet of a page to share, embedded because nothing is loaded. */
export const REPORT_STYLES = `
:root{--paper:#f7f6f3;--card:#fff;--text:#1d1c1a;--quiet:#67625a;--line:#e5e1da;--pale:#c9c3b8;--accent:#0b6b63;--bad:#b3322a;--s1:#b3322a;--s2:#e08a3c;--s3:#d9b44a;--s4:#4f8f8a;--s5:#5b6fb0;--s6:#a39a8c}
@media(prefers-color-scheme:dark){:root{--paper:#151514;--card:#1d1d1b;--text:#efece6;--quiet:#a8a298;--line:#32302d;--pale:#504c46;--accent:#5fc9bb;--bad:#f08a7e;--s1:#e5766a;--s2:#e8a05c;--s3:#e2c86e;--s4:#67b3ab;--s5:#8797dd;--s6:#857e74}}
*{box-sizing:border-box;margin:0;padding:0}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--paper);color:var(--text)}
main{max-width:62rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.1rem}
.brand{font-weight:680;color:var(--accent);letter-spacing:-.02em}
h1{font-size:2rem;line-height:1.2;letter-spacing:-.025em;font-weight:650}
h2{font-size:1.05rem;margin-bottom:.8rem}
h3{font-size:.85rem;color:var(--quiet);margin:1.1rem 0 .4rem}
.quiet,small{color:var(--quiet);font-size:.86rem;font-weight:400}
.lead{font-size:1.3rem;line-height:1.45;letter-spacing:-.01em}
section,.tiles>div{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.1rem 1.3rem}
section>.quiet{margin-top:.7rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.8rem}
.tiles dt{color:var(--quiet);font-size:.86rem}
.tiles dd{font-size:1.6rem;font-weight:640;letter-spacing:-.03em}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.1rem;align-items:start}
.wide{overflow-x:auto}
.chart{width:100%;min-width:36rem;height:auto}
h2 small{float:right}
.chart line{stroke:var(--line)}
.chart text{fill:var(--quiet);font-size:12px}
.s1{fill:var(--s1);background:var(--s1)}.s2{fill:var(--s2);background:var(--s2)}.s3{fill:var(--s3);background:var(--s3)}.s4{fill:var(--s4);background:var(--s4)}.s5{fill:var(--s5);background:var(--s5)}.s6{fill:var(--s6);background:var(--s6)}
.mark{fill:var(--accent)}
ul,ol{list-style:none}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;font-size:.88rem}
.legend i{display:inline-block;width:.7em;height:.7em;border-radius:3px;margin-right:.4rem}
.bars{display:grid;gap:.5rem}
.bars li{display:grid;grid-template-columns:1fr auto;gap:0 1rem}
.bars svg{grid-column:1/-1;width:100%;height:6px;border-radius:3px}
.ground{fill:var(--line)}.bad{fill:var(--bad)}.pale{fill:var(--pale)}
.lessons{display:grid;gap:1rem}
.lessons li{overflow-wrap:anywhere}
code{font:.86em ui-monospace,Menlo,Consolas,monospace;background:var(--paper);padding:.05em .3em;border-radius:4px}
@media print{section{break-inside:avoid}}
`;
