/** Hides the clauses of the matrix that have none of the wanted verdicts or not all of the wanted words. */
export const filterScript = `
const boxes = [...document.querySelectorAll('.tools input[type=checkbox]')];
const search = document.querySelector('.tools input[type=search]');
const rows = [...document.querySelectorAll('tr[data-verdicts]')];
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
function filter() {
  const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const verdicts = row.dataset.verdicts.split(' ');
    row.hidden = !wanted.some((one) => verdicts.includes(one)) || !words.every((word) => texts.get(row).includes(word));
    if (!row.hidden) shown += 1;
  }
  for (const body of document.querySelectorAll('tbody')) body.hidden = !body.querySelector('tr[data-verdicts]:not([hidden])');
  document.getElementById('shown').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
}
// A click on a verdict beside its box shows that one alone, and once more all of them.
for (const box of boxes) {
  box.addEventListener('change', filter);
  box.parentElement.querySelector('b').addEventListener('click', (event) => {
    event.preventDefault();
    const alone = box.checked && boxes.every((other) => other === box || !other.checked);
    for (const other of boxes) other.checked = alone || other === box;
    filter();
  });
}
search.addEventListener('input', filter);
document.documentElement.style.setProperty('--top', document.querySelector('.tools').offsetHeight + 'px');
filter();
`;
