/**
 * Runs in every page that a test opens, before the page's own script: tells each visible text and each spoken attribute once
 * for each address, at the moment it comes to stand there. It watches; it changes nothing.
 */
(() => {
  const longestText = 700;
  const spoken = ['aria-label', 'placeholder', 'title', 'alt'];
  const told = new Set();
  let waiting = [];

  function tell() {
    const texts = waiting;
    waiting = [];
    window.tellTexts(texts);
  }

  function note(text, element) {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words === '' || words.length > longestText) return;
    const path = location.pathname;
    const line = `${path}\n${words}`;
    if (told.has(line) || !element.checkVisibility({ visibilityProperty: true })) return;
    told.add(line);
    if (waiting.length === 0) queueMicrotask(tell);
    waiting.push({ path, words });
  }

  function noteText(node) {
    const element = node.parentElement;
    if (element === null || element.matches('script, style, template, noscript')) return;
    note(node.data, element);
    // A sentence with a name in bold, or a figure in the middle, is several nodes of one element.
    if (element.childNodes.length > 1) note(element.textContent, element);
    const outer = element.parentElement;
    if (outer !== null && outer.childNodes.length > 1 && outer.textContent.length <= longestText)
      note(outer.textContent, outer);
  }

  function noteAttributes(element) {
    for (const name of spoken) {
      const value = element.getAttribute(name);
      if (value !== null) note(value, element);
    }
  }

  function noteAll(node) {
    if (node.nodeType === Node.TEXT_NODE) noteText(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    noteAttributes(node);
    for (const element of node.querySelectorAll(spoken.map((name) => `[${name}]`).join())) noteAttributes(element);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) noteText(texts.currentNode);
  }

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(noteAll);
      else noteAll(target);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    // what brings a text to light that was there already
    attributeFilter: [...spoken, 'lang', 'hidden', 'open', 'data-state'],
  });
})();
