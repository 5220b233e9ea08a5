/** How the page looks, in light and in dark. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f7f3; --card: #fff; --line: #dbe4d8; --text: #1b2a1e; --soft: #55665a; --leaf: #1f6f3f; --leaf-text: #fff;
  --good: #16653a; --good-ground: #dcf3e3; --bad: #9a2b1d; --bad-ground: #fbe4df; --odd: #74520a; --odd-ground: #faeccb;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111713; --card: #18211b; --line: #2d3a31; --text: #e4eee6; --soft: #9db0a2; --leaf: #6fce8f; --leaf-text: #0d1a11;
    --good: #8fe0ab; --good-ground: #173a25; --bad: #ffb3a5; --bad-ground: #4a1f18; --odd: #f3d488; --odd-ground: #40330f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; max-width: 90rem; margin: 0 auto; padding: 1.25rem 1.25rem .25rem; }
h1 { margin: 0; font-size: 1.4rem; letter-spacing: -.01em; }
h2 { margin: 0; font-size: 1.05rem; }
p { margin: 0; }
code, .number, .path { font-family: var(--mono); font-size: .9em; }
header code { color: var(--soft); overflow-wrap: anywhere; }
#connection { margin-left: auto; color: var(--soft); font-size: .9rem; }
#connection::before { content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .45rem; border-radius: 50%; background: var(--odd); }
#connection[data-state="live"]::before { background: var(--leaf); }
#connection[data-state="lost"]::before { background: var(--bad); }
main { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); max-width: 90rem; margin: 0 auto; padding: 1.25rem; }
.card { min-width: 0; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .8rem; }
.controls, noscript { grid-column: 1 / -1; }
.controls { display: grid; gap: .7rem; }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .8rem; }
.title p, #faults-hint, #told { color: var(--soft); font-size: .9rem; }
#told:empty { margin-top: -.7rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
button { min-height: 2.4rem; padding: .4rem .9rem; font: inherit; font-size: .92rem; color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button:hover { border-color: var(--leaf); }
button:active { transform: translateY(1px); }
.reset { color: var(--leaf-text); background: var(--leaf); border-color: var(--leaf); font-weight: 600; }
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
#faults { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; list-style: none; counter-reset: fault; }
#faults[hidden] { display: none; }
#faults li { padding: .1rem .65rem; border-radius: 1rem; background: var(--odd-ground); color: var(--odd); font-size: .85rem; counter-increment: fault; overflow-wrap: anywhere; }
#faults li::before { content: counter(fault) ". "; }
.scroll { max-height: 65vh; margin-top: .6rem; overflow: auto; border-radius: .4rem; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th { white-space: nowrap; position: sticky; top: 0; background: var(--card); color: var(--soft); font-size: .8rem; font-weight: 600; text-align: left; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.outcome { white-space: nowrap; }
.tag { min-width: 6rem; }
.path { min-width: 9rem; }
.empty { padding: 1.6rem .6rem; color: var(--soft); text-align: center; }
.badge { display: inline-block; min-width: 3.1rem; padding: 0 .5rem; border-radius: .4rem; text-align: center; font-family: var(--mono); font-size: .85em; background: var(--odd-ground); color: var(--odd); }
.badge.s2 { background: var(--good-ground); color: var(--good); }
.badge.s4, .badge.s5 { background: var(--bad-ground); color: var(--bad); }
.outcome.created { color: var(--good); }
.outcome.refused { color: var(--bad); }
.outcome.fault, .outcome.aborted { color: var(--odd); }
@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr); } .scroll { max-height: none; } #connection { margin-left: 0; } }
@media (prefers-reduced-motion: reduce) { button:active { transform: none; } }
`;
