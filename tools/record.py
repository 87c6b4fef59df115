"""Record the README's moving picture: ``python -m tools.record``.

A real JupyterLab and a real Chromium: a sentence is typed, d_k is moved, and a number
is asked where it comes from. Writes ``docs/images/pipeline.gif``.
"""

import tempfile
from io import BytesIO
from pathlib import Path

import nbformat
from PIL import Image
from PIL.Image import open as read_picture

from tests.support.lab import chromium, jupyterlab, run_all

PICTURE = Path(__file__).resolve().parents[1] / "docs/images/pipeline.gif"
CELL = "from attn_lib.explorers import PipelineExplorer\n\nPipelineExplorer()"
SIZE = {"width": 1480, "height": 900}
WIDTH = 960  # px of the picture


def story(page, take):
    """What is shown: ``take(ms)`` keeps the page as it is now for so long."""
    take(1500)
    slider = page.locator(".attn-explorer").get_by_role("slider").first
    slider.focus()
    for _ in range(8):
        slider.press("ArrowRight")
        page.wait_for_timeout(150)
        take(250)
    take(900)
    for _ in range(8):
        slider.press("ArrowLeft")
    page.wait_for_timeout(300)
    take(700)
    sentence = page.locator(".attn-explorer input[type=text]").first
    sentence.fill("the girl gives the bird a red apple")
    take(900)
    sentence.press("Enter")
    page.wait_for_timeout(800)
    take(1800)
    for id, i, j in (("scores", 2, 4), ("weights", 2, 4), ("output", 2, 0)):
        cell = f'.attn-line .attn-cell[data-id="{id}"][data-row="{i}"]'
        page.locator(f'{cell}[data-column="{j}"]').first.hover()
        page.wait_for_timeout(200)
        take(2200)


def main():
    frames = []
    with tempfile.TemporaryDirectory() as folder:
        cells = [nbformat.v4.new_code_cell(CELL)]
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(
            cells=cells, metadata={"kernelspec": kernel}
        )
        nbformat.write(notebook, Path(folder) / "record.ipynb")
        with jupyterlab(folder) as lab, chromium() as browser:
            page = browser.new_page(viewport=SIZE)
            run_all(page, lab.address("record.ipynb"))
            page.wait_for_selector(".attn-board")
            page.keyboard.press("Control+b")  # the side bar makes room
            page.wait_for_timeout(1500)
            explorer = page.locator(".attn-explorer")

            def take(milliseconds):
                shot = read_picture(BytesIO(explorer.screenshot())).convert("RGB")
                height = round(shot.height * WIDTH / shot.width)
                frames.append((shot.resize((WIDTH, height)), milliseconds))

            story(page, take)
    height = max(frame.height for frame, _ in frames)
    pictures = []
    for frame, _ in frames:
        paper = Image.new("RGB", (WIDTH, height), "white")
        paper.paste(frame)
        pictures.append(paper.quantize(192, kmeans=1))
    durations = [milliseconds for _, milliseconds in frames]
    first, *others = pictures
    first.save(PICTURE, save_all=True, append_images=others, duration=durations, loop=0)
    print(
        f"{PICTURE.name}: {len(frames)} frames, {PICTURE.stat().st_size / 1e6:.1f} MB"
    )


if __name__ == "__main__":
    main()
