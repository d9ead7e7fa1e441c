/** What the start page adds to the look of the certificate. */
export const startStyle = `
nav.pages { display:grid; grid-template-columns:repeat(auto-fill,minmax(15rem,1fr)); gap:.7rem; margin:1.6rem 0 }
nav.pages a { display:block; padding:.7rem .9rem; border:1px solid var(--line); border-radius:8px; text-decoration:none }
nav.pages a:hover, nav.pages a:focus-visible { border-color:var(--soft); background:var(--fill) }
nav.pages b { display:block; font-weight:620 } nav.pages span { color:var(--soft); font-size:.83rem }
ul.tree { padding:0; list-style:none } ul.tree > li { margin:.7rem 0; overflow-wrap:anywhere }
`;
