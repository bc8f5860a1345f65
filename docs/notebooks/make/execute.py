"""Runs notebooks, each in its folder: python3 execute.py OUT NOTEBOOK..., as `jupyter nbconvert --execute` does."""

import queue
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

SECONDS_FOR_A_LATE_RESULT = 2


class PatientClient(NotebookClient):
    """Waits for a result that comes after the kernel has said that it is idle, as the one of Deno 2.9.6 often does."""

    async def async_execute_cell(self, cell, cell_index, **options):
        cell = await super().async_execute_cell(cell, cell_index, **options)
        late = cell.cell_type == "code" and not any("data" in output for output in cell.outputs)
        while late:
            try:
                message = await self.kc.iopub_channel.get_msg(timeout=SECONDS_FOR_A_LATE_RESULT)
            except queue.Empty:
                break
            if message["msg_type"] in ("execute_result", "display_data"):
                self.process_message(message, cell, cell_index)
                late = False
        return cell


out, *paths = sys.argv[1:]
for path in map(Path, paths):
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    PatientClient(notebook, timeout=120, resources=resources).execute()
    nbformat.write(notebook, Path(out) / path.name)
