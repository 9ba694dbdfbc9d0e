// A file in a folder that floors.cmake does not know.
